/** File names that have a meaning in Next.js. */
const routeFile = /^(?:page|layout|loading|error|not-found|template|default|global-error)\.tsx$|^route\.ts$/;

const style = 'app/globals.css';

/**
 * Returns the violations of "`app/` holds routes", given the paths of all files: a folder has its routes and at most
 * one screen.
 */
export function checkRoutes(paths: readonly string[]): string[] {
  const others = paths.filter((path) => path.startsWith('app/') && path !== style && !routeFile.test(nameOf(path)));
  const screens = new Map<string, string>();
  return others.flatMap((path) => {
    const folder = folderOf(path);
    if (!path.endsWith('.tsx') || path.endsWith('.test.tsx'))
      return [`${path}: app/ holds routes; what decides belongs in lib/dashboard, what is drawn in components`];
    if (!paths.includes(`${folder}/page.tsx`) && !paths.includes(`${folder}/layout.tsx`))
      return [`${path}: a screen stands beside the page or layout that shows it`];
    const first = screens.get(folder);
    if (first !== undefined)
      return [`${path}: a route has one screen, and ${nameOf(first)} is it; its parts belong in lib/dashboard`];
    screens.set(folder, path);
    return [];
  });
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
