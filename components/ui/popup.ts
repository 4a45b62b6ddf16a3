/** Classes shared by dialogs and menus. */
export const POPUP = {
  backdrop: 'fixed inset-0 z-40 bg-black/50',
  dialog:
    'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-surface p-6 shadow-xl outline-none sm:p-7',
  menu: 'min-w-48 rounded-xl border border-line bg-surface p-1.5 shadow-lg outline-none',
  item: 'flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-sm outline-none select-none data-highlighted:bg-sunken dark:data-highlighted:bg-line/70 data-disabled:opacity-50',
} as const
