// A drawing of what the picture should show, hidden from screen readers because the lead says it in words.

import type { PicturePage, PictureType } from '../flow-protocol.ts'

const PORTRAIT = 'M60 40a13 13 0 1 0 0-26 13 13 0 0 0 0 26ZM38 68c2-15 10-22 22-22s20 7 22 22'
const CORNERS =
  'M4 18V8a4 4 0 0 1 4-4h10M142 4h10a4 4 0 0 1 4 4v10M156 86v10a4 4 0 0 1-4 4h-10M18 100H8a4 4 0 0 1-4-4V86'
const PASSPORT_CORNERS =
  'M15 18V8a4 4 0 0 1 4-4h10M131 4h10a4 4 0 0 1 4 4v10M145 86v10a4 4 0 0 1-4 4h-10M29 100H19a4 4 0 0 1-4-4V86'
const PORTRAIT_CORNERS =
  'M34 18V8a4 4 0 0 1 4-4h10M112 4h10a4 4 0 0 1 4 4v10M126 86v10a4 4 0 0 1-4 4h-10M48 100H38a4 4 0 0 1-4-4V86'

/** The lines inside the corners, which mark the edge of the picture. */
const CONTENT = {
  passport: 'M72 28h50M72 40h50M72 52h32M34 73h92M34 81h92',
  front: 'M78 36h48M78 48h48M78 60h30M28 78h104',
  back: 'M28 52h104M28 62h70M28 74h104M28 82h104',
  signature: 'M34 76h92M44 62c8-26 16-34 20-30s-10 26-4 30 10-16 16-16 0 14 6 14 10-4 14-8',
}

const HEAD =
  'M80 20c-12 0-19.5 8.5-19.5 21.5 0 15 9.5 27.5 19.5 27.5s19.5-12.5 19.5-27.5c0-13-7.5-21.5-19.5-21.5Z'
const HAIR = 'M60.5 42c0-13 7.5-22 19.5-22s19.5 9 19.5 22c-3-2-5-6-6-10-8 4-19 4-26 1-1 4-3 7-7 9Z'
const FACE = 'M72 45v1.5M88 45v1.5M74.5 57c3 2.5 8 2.5 11 0'
const SHOULDERS = 'M71 64v9c-16 3-27 9-31 31h80c-4-22-15-28-31-31v-9'

export function PictureGuide({ type, page }: { type: PictureType; page: PicturePage }) {
  return (
    <div class={`guide ${type}`}>
      <svg viewBox="0 0 160 104" aria-hidden="true" focusable="false">
        <path class="guide-corners" d={cornersOf(type)} />
        {type === 'selfie' ? <Selfie /> : <Paper content={contentOf(type, page)} />}
      </svg>
    </div>
  )
}

/** As far from the drawing on every side. */
function cornersOf(type: PictureType): string {
  if (type === 'selfie') return PORTRAIT_CORNERS
  return type === 'passport' ? PASSPORT_CORNERS : CORNERS
}

type Content = keyof typeof CONTENT

function contentOf(type: Exclude<PictureType, 'selfie'>, page: PicturePage): Content {
  if (type === 'passport' || type === 'signature') return type
  return page === 'backPage' ? 'back' : 'front'
}

function Paper({ content }: { content: Content }) {
  const bearsPortrait = content === 'passport' || content === 'front'
  return (
    <>
      {content === 'passport' ? (
        <rect class="guide-paper" x="24" y="13" width="112" height="78" rx="3" />
      ) : (
        <rect class="guide-paper" x="16" y="16" width="128" height="72" rx="6" />
      )}
      {content === 'back' ? <path class="guide-stripe" d="M16 30h128v10H16Z" /> : null}
      {bearsPortrait ? (
        <g
          transform={
            content === 'passport' ? 'translate(11 14) scale(.64)' : 'translate(18 24) scale(.62)'
          }
        >
          <path class="guide-line" d={PORTRAIT} />
        </g>
      ) : null}
      <path class="guide-line" d={CONTENT[content]} />
    </>
  )
}

/** The head fills the oval of the camera's screen, and the shoulders reach its outline, as in a good picture. */
function Selfie() {
  return (
    <>
      <clipPath id="oval">
        <ellipse cx="80" cy="52" rx="35" ry="44" />
      </clipPath>
      <ellipse class="guide-paper" cx="80" cy="52" rx="35" ry="44" />
      <g clip-path="url(#oval)">
        <path class="guide-shade" d={SHOULDERS} />
        <path class="guide-line" d={SHOULDERS} />
        <path class="guide-paper guide-head" d={HEAD} />
        <path class="guide-shade" d={HAIR} />
        <path class="guide-line" d={`${HEAD}${FACE}`} />
      </g>
      <ellipse class="guide-outline" cx="80" cy="52" rx="35" ry="44" />
    </>
  )
}
