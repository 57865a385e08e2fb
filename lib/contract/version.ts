/** The version of Taskdeck, as in `package.json`. */
export const taskdeckVersion = '0.1.0';
