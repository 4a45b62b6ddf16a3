/**
 * Joins class names, as in shadcn's components. It doesn't use tailwind-merge, which would be 8 kB more script on every page
 * with a button: where a class must win over a component's own, mark it with `!`.
 */
export { clsx as cn } from 'clsx'
