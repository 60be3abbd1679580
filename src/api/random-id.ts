/** An id of 128 random bits. Not randomUUID: browsers offer it only over https and on this machine. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
