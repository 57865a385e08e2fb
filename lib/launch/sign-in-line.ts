/** How the first operator signs in. Printed once, because the service stores only a hash. */
export const signInLine = (password: string) => `admin@localhost   password  ${password}   (shown this once: keep it)`;
