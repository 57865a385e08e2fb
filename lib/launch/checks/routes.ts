/** File names that have a meaning in Next.js. */
const routeFile = /^(?:page|layout|loading|error|not-found|template|default|global-error)\.tsx$|^route\.ts$/;

const style = 'app/globals.css';

/**
 * Returns the violations of "`app/` holds routes", given the paths of all files: a folder has its routes and at most
 * one screen, and a `loading.tsx` covers one list.
 */
export function checkRoutes(paths: readonly string[]): string[] {
  return [...checkScreens(paths), ...checkLoading(paths)];
}

function checkScreens(paths: readonly string[]): string[] {
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

/** A page below a `loading.tsx` can no longer answer 404 or redirect: its head is sent before it is rendered. */
function checkLoading(paths: readonly string[]): string[] {
  const pages = paths.filter((path) => path.startsWith('app/') && nameOf(path) === 'page.tsx').map(folderOf);
  return paths
    .filter((path) => path.startsWith('app/') && nameOf(path) === 'loading.tsx')
    .flatMap((path) => {
      const covered = pages.filter((page) => page === folderOf(path) || page.startsWith(`${folderOf(path)}/`));
      const other = covered.find((page) => page !== folderOf(path) || page.endsWith(']'));
      if (other === undefined) return [];
      return [`${path}: the page of ${other} could not answer 404; give the list a folder (list) with its own`];
    });
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
