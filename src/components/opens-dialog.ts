/** What a link to a dialog leaves beside the address, so that closing it goes back and Back closes it (use-dialog-param.ts). */
export const OPENS_DIALOG = { opensDialog: true };
