/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Line icons on a 24-pixel grid. They are decorative, so they have no accessible names.

const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  integration: 'M12 3 3 8l9 5 9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  inquiries: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  review: 'M4 5h9M4 11h6M4 17h5M13 16l3 3 5-6',
  templates: 'M12 3 3 8l9 5 9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  keys: 'M14.5 9.5a4.5 4.5 0 1 1-1.6-3.4 4.5 4.5 0 0 1 1.6 3.4zM13.5 12l7 7M17.5 16l2-2',
  endpoints: 'M12 4v5M8 20a2.5 2.5 0 1 1 0-.01M21 20a2.5 2.5 0 1 1 0-.01M12 9l-5 8M12 9l6 8',
  wire: 'M4 8h15l-4-4M20 16H5l4 4',
  scenario: 'M5 4v16M12 4v16M19 4v16M3 9h4M10 15h4M17 8h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M15.5 15.5 21 21M17.5 10.5a7 7 0 1 1-7-7 7 7 0 0 1 7 7z',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  copied: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  up: 'M6 15l6-6 6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  lost: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM5.7 5.7l12.6 12.6',
  clock: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM12 7v5l3.5 2',
  order: 'M7.5 20V4L4 7.5M16.5 4v16l3.5-3.5',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  broken: 'M3 12h6M15 12h6M13.5 6l-3 12',
  cut: 'M9 4H7a2 2 0 0 0-2 2v4l-2 2 2 2v4a2 2 0 0 0 2 2h2M15 4l-2 4 3 4-3 4 2 4',
  limit: 'M4 18a8.5 8.5 0 1 1 16 0M12 16l3.5-5',
  good: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM8 12.5l2.7 2.7L16 9.5',
  wait: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  bad: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM9 9l6 6M15 9l-6 6',
  plain: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM8 12h.01M12 12h.01M16 12h.01',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
