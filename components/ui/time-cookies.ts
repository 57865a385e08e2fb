/** Cookies rather than local storage, so that the server renders times as the browser will. */
export const timeCookie = 'taskdeck.time';

/** The browser's own zone as it told last. */
export const zoneCookie = 'taskdeck.zone';
