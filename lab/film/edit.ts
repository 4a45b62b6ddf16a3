// Turns the footage of a chapter's scenes into a film: ffmpeg shows each frame for as long as it was on screen. Its subtitle
// renderer draws the pointer on the page and the captions in a bar below it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runProgram } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'

const WIDTH = 1440
const PAGE_HEIGHT = 690
const HEIGHT = 810
const FRAMES_PER_SECOND = 25
/** The app's typeface, for the captions. */
const FONTS = join(ROOT, 'node_modules/@fontsource-variable/geist/files')
/** The background of the presenter's strip. */
const BAR = '0x191b1f'
const CLICK_MS = 350

const pointSchema = z.object({ x: z.number(), y: z.number() })
export const footageSchema = z.object({
  title: z.string(),
  startedAt: z.number(),
  lengthMs: z.number(),
  frames: z.array(z.object({ file: z.string(), atMs: z.number() })).min(1),
  captions: z.array(z.object({ atMs: z.number(), heading: z.string(), text: z.string() })),
  pointer: z.array(pointSchema.extend({ atMs: z.number(), pressedAtMs: z.number() })),
})
export type Footage = z.infer<typeof footageSchema> & { folder: string }

/** @returns the film's path, its length as read from the file, and how many frames were recorded */
export async function makeFilm(folder: string, chapter: number, scenes: readonly Footage[]) {
  const work = join(folder, `chapter-${chapter}`)
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'frames.txt'), frameList(scenes))
  writeFileSync(join(work, 'overlay.ass'), overlay(scenes))
  const film = join(folder, `chapter-${chapter}.mp4`)
  const filters = [
    `scale=${WIDTH}:${PAGE_HEIGHT}`,
    `pad=${WIDTH}:${HEIGHT}:0:0:color=${BAR}`,
    `ass=overlay.ass:fontsdir=${FONTS}`,
    `fps=${FRAMES_PER_SECOND}`,
    'format=yuv420p',
  ]
  const inputs = ['-f', 'concat', '-safe', '0', '-i', 'frames.txt', '-vf', filters.join()]
  const quality = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '22',
    '-movflags',
    '+faststart',
  ]
  const { exitCode, output } = await runProgram(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...inputs, ...quality, film],
    { cwd: work },
  )
  if (exitCode !== 0) throw new Error(`ffmpeg failed on chapter ${chapter}:\n${output}`)
  rmSync(work, { recursive: true })
  return { film, seconds: await lengthOf(film), pictures: scenes.flatMap((s) => s.frames).length }
}

async function lengthOf(film: string): Promise<number> {
  const entry = ['-show_entries', 'format=duration', '-of', 'csv=p=0']
  const { output } = await runProgram('ffprobe', ['-v', 'error', ...entry, film])
  return z.coerce.number().positive().parse(output.trim())
}

function frameList(scenes: readonly Footage[]): string {
  const lines = scenes.flatMap(({ folder, frames, lengthMs }) =>
    frames.flatMap(({ file, atMs }, index) => {
      const shownMs = Math.round(frames[index + 1]?.atMs ?? lengthMs) - Math.round(atMs)
      // A frame that was replaced immediately was never seen.
      if (shownMs === 0) return []
      return [`file '${join(folder, file)}'`, `duration ${(shownMs / 1_000).toFixed(3)}`]
    }),
  )
  // ffmpeg ignores the last entry's duration unless the file is listed again.
  return [...lines, lines.at(-2)].join('\n')
}

const POINTER_SHAPE = 'm 0 0 l 0 25 l 6 19 l 10 29 l 15 27 l 11 17 l 19 17 l 0 0'
const RING =
  'm 0 -22 b 12 -22 22 -12 22 0 b 22 12 12 22 0 22 b -12 22 -22 12 -22 0 b -22 -12 -12 -22 0 -22'

/** In Advanced SubStation Alpha format, whose colours are &HAABBGGRR. */
function overlay(scenes: readonly Footage[]): string {
  const events: string[] = []
  const add = (fromMs: number, toMs: number, style: string, text: string) => {
    if (toMs > fromMs)
      events.push(`Dialogue: 0,${clock(fromMs)},${clock(toMs)},${style},,0,0,0,,${text}`)
  }
  let offsetMs = 0
  for (const { captions, pointer, lengthMs } of scenes) {
    for (const [index, { atMs, heading, text }] of captions.entries()) {
      const toMs = captions[index + 1]?.atMs ?? lengthMs
      add(offsetMs + atMs, offsetMs + toMs, 'Heading', plain(heading))
      add(offsetMs + atMs, offsetMs + toMs, 'Caption', plain(text))
    }
    let at = { x: WIDTH * 0.6, y: PAGE_HEIGHT * 0.6 }
    let sinceMs = 0
    for (const { x, y, atMs, pressedAtMs } of pointer) {
      const still = `{\\an7\\pos(${at.x},${at.y})\\p1}${POINTER_SHAPE}`
      add(offsetMs + sinceMs, offsetMs + atMs, 'Pointer', still)
      const move = `{\\an7\\move(${[at.x, at.y, x, y].map(Math.round).join()})\\p1}${POINTER_SHAPE}`
      add(offsetMs + atMs, offsetMs + pressedAtMs, 'Pointer', move)
      const pressed = offsetMs + pressedAtMs
      const ring = `{\\an7\\pos(${Math.round(x)},${Math.round(y)})\\fad(0,250)\\p1}${RING}`
      add(pressed, pressed + CLICK_MS, 'Ring', ring)
      at = { x, y }
      sinceMs = pressedAtMs
    }
    const still = `{\\an7\\pos(${Math.round(at.x)},${Math.round(at.y)})\\p1}${POINTER_SHAPE}`
    if (pointer.length > 0) add(offsetMs + sinceMs, offsetMs + lengthMs, 'Pointer', still)
    offsetMs += lengthMs
  }
  return `[Script Info]
ScriptType: v4.00+
PlayResX: ${WIDTH}
PlayResY: ${HEIGHT}
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, Alignment, MarginL, MarginR, MarginV, BorderStyle, Outline, Shadow
Style: Heading,Geist,19,&H00A8E6B4,&H00000000,&H00000000,1,8,80,80,${PAGE_HEIGHT + 12},1,0,0
Style: Caption,Geist,25,&H00FFFFFF,&H00000000,&H00000000,0,8,110,110,${PAGE_HEIGHT + 40},1,0,0
Style: Pointer,Geist,20,&H00201810,&H00FFFFFF,&H00000000,0,7,0,0,0,1,1.6,0
Style: Ring,Geist,20,&HFF000000,&H0050B478,&H00000000,0,7,0,0,0,1,4,0

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('\n')}
`
}

/** Without braces and backslashes, which would be markup. */
const plain = (text: string): string => text.replaceAll(/[{}\\]/g, '').replaceAll(/\s+/g, ' ')

/** As h:mm:ss.cc */
function clock(ms: number): string {
  const seconds = ms / 1_000
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${(seconds % 60).toFixed(2).padStart(5, '0')}`
}
