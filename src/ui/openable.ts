/** Whether a browser can open a public address: that of a wildcard stands for many. */
export const isOpenable = (url: string): boolean => /^https?:\/\/[^*]+$/.test(url);
