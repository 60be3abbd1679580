/** Whether the key that this console used was deleted here, so that its refusal is no news. */
export const ownKey = { deleted: false };
