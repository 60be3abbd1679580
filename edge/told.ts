/** For those who want a callback. */
export async function told<T>(
  promise: Promise<T>,
  tell: (error: Error | null, value: T | null) => void,
): Promise<void> {
  const [error, value] = await promise.then(
    (value) => [null, value] as const,
    (error: Error) => [error, null] as const,
  );
  tell(error, value);
}
