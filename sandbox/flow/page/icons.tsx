// Line icons, drawn here so that the flow makes no requests to other hosts.

const PASSPORT =
  'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.5 17h7'
const FACE =
  'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M9 10v.5M15 10v.5M9 15q3 2 6 0'
const PEN = 'M3 19h18M4 15c4-9 6-12 8-11s-4 9-2 10 3-5 5-5 0 4 2 4 3-1 4-2'

const PATHS = {
  PERSONAL_INFO: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.6-6 8-6s8 2 8 6',
  PASSPORT_SCAN: PASSPORT,
  FACE_MATCH: FACE,
  SIGNATURE: PEN,
  passport: PASSPORT,
  selfie: FACE,
  signature: PEN,
  national_id:
    'M3 6h18v12H3ZM8.5 11.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM5.8 15.5q2.7-3 5.4 0M14 10h4M14 13.5h4',
  driving_license: 'M3 6h18v12H3ZM6 15h12M7 12l1.3-3h4.4l1.8 3M6 12h10a2 2 0 0 1 2 2v1',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  specimen: 'M12 3l2.2 5.3L20 10l-5.8 1.7L12 17l-2.2-5.3L4 10l5.8-1.7ZM19 16v4M17 18h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9s1.2-6.4 3.8-9Z',
  chevron: 'M6 9.5l6 6 6-6',
  back: 'M20 12H4M11 5l-7 7 7 7',
  alert: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 8v5M12 16.2v.2',
  problem: 'M12 8v5M12 16.5v.2M12 3l9.5 17h-19Z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
