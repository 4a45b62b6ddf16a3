// `npm run film -- [folder]`: plays the chapters of the presenter's guide and records a captioned film of each.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from '../../scripts/options.ts'
import { runE2e } from '../../scripts/run-e2e.ts'
import { runProgram } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'
import { type Footage, footageSchema, makeFilm } from './edit.ts'

const LONGEST_SECONDS = 120
const CHAPTER = /^chapter (\d)/

const { ok, missing } = await tools()
if (!ok) {
  console.error(`${missing} isn't installed: apt-get install ffmpeg, or brew install ffmpeg.`)
  process.exit(1)
}
const folder = resolve(ROOT, readOptions('film').positionals[0] ?? '.data/film')
const footageFolder = join(folder, 'footage')
rmSync(footageFolder, { recursive: true, force: true })
mkdirSync(footageFolder, { recursive: true })
process.env.FILM_DIR = footageFolder

try {
  const { failed } = await runE2e(['--project=demo', '--grep', 'chapter \\d'])
  if (failed > 0) throw new Error(`${failed} scenes failed`)
  const films = []
  for (const [chapter, scenes] of chapters()) films.push(await makeFilm(folder, chapter, scenes))
  rmSync(footageFolder, { recursive: true })
  console.table(films)
  const tooLong = films.filter(({ seconds }) => seconds >= LONGEST_SECONDS)
  if (tooLong.length > 0)
    throw new Error(`Longer than two minutes: ${tooLong.map(({ film }) => film).join(', ')}`)
  console.log(`The films are in ${folder}`)
  process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** The scenes of each chapter, in the order in which they were played. */
function chapters(): Map<number, Footage[]> {
  const scenes = readdirSync(footageFolder)
    .map((name) => join(footageFolder, name))
    .filter((path) => existsSync(join(path, 'footage.json')))
    .map((path) => {
      const parsed = footageSchema.parse(
        JSON.parse(readFileSync(join(path, 'footage.json'), 'utf8')),
      )
      return { ...parsed, folder: path }
    })
    .sort((a, b) => a.startedAt - b.startedAt)
  const found = new Map<number, Footage[]>()
  for (const scene of scenes) {
    const chapter = Number(CHAPTER.exec(scene.title)?.[1])
    found.set(chapter, [...(found.get(chapter) ?? []), scene])
  }
  return found
}

async function tools(): Promise<{ ok: boolean; missing: string }> {
  for (const program of ['ffmpeg', 'ffprobe'])
    if ((await runProgram(program, ['-version'])).exitCode !== 0)
      return { ok: false, missing: program }
  return { ok: true, missing: '' }
}
