/** How the first operator signs in, said once: the service keeps only a hash. */
export const signInLine = (password: string) => `admin@localhost   password  ${password}   (shown this once: keep it)`;
