// A drawing of what the picture should show, hidden from screen readers because the lead says it in words.

import type { PicturePage, PictureType } from '../flow-protocol.ts'

const FACE = 'M60 40a13 13 0 1 0 0-26 13 13 0 0 0 0 26ZM38 68c2-15 10-22 22-22s20 7 22 22'
const CORNERS =
  'M4 18V8a4 4 0 0 1 4-4h10M142 4h10a4 4 0 0 1 4 4v10M156 86v10a4 4 0 0 1-4 4h-10M18 100H8a4 4 0 0 1-4-4V86'

/** The lines inside the corners, which mark the edge of the picture. */
const CONTENT = {
  passport: 'M72 28h50M72 40h50M72 52h32M34 73h92M34 81h92',
  front: 'M78 36h48M78 48h48M78 60h30M28 78h104',
  back: 'M28 52h104M28 62h70M28 74h104M28 82h104',
  signature: 'M34 76h92M44 62c8-26 16-34 20-30s-10 26-4 30 10-16 16-16 0 14 6 14 10-4 14-8',
}

export function PictureGuide({ type, page }: { type: PictureType; page: PicturePage }) {
  return (
    <div class={`guide ${type}`}>
      <svg
        viewBox={type === 'selfie' ? '0 0 120 104' : '0 0 160 104'}
        aria-hidden="true"
        focusable="false"
      >
        {type === 'selfie' ? <Selfie /> : <Paper content={contentOf(type, page)} />}
      </svg>
    </div>
  )
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
      <path class="guide-corners" d={CORNERS} />
      {content === 'passport' ? (
        <rect class="guide-paper" x="22" y="11" width="116" height="82" rx="3" />
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
          <path class="guide-line" d={FACE} />
        </g>
      ) : null}
      <path class="guide-line" d={CONTENT[content]} />
    </>
  )
}

function Selfie() {
  return (
    <>
      <clipPath id="oval">
        <ellipse cx="60" cy="52" rx="37" ry="47" />
      </clipPath>
      {/* The head fills the oval, as in a good picture. */}
      <g clip-path="url(#oval)">
        <path
          class="guide-line"
          d="M60 67a19 23 0 1 0 0-46 19 23 0 0 0 0 46ZM18 108c3-24 20-33 42-33s39 9 42 33"
        />
      </g>
      <ellipse class="guide-corners" cx="60" cy="52" rx="39" ry="49" />
    </>
  )
}
