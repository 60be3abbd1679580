/** How a session connects, as a row of its properties: only SSH is worth one, all else is an agent. */
export const transportRow = (transport: string) =>
  transport === "ssh" ? [{ label: "Transport", value: "SSH" }] : [];
