/**
 * Joins class names, as in shadcn's components, but without tailwind-merge, which would add 8 kB of script to every page with a button.
 * If a class must override a component's own, mark it with `!`.
 */
export { clsx as cn } from 'clsx'
