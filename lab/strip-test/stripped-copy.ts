// A copy of the project as `npm run strip` leaves it.
import { execFileSync } from 'node:child_process'
import { copyProject } from '../../scripts/project-copy.ts'
import { runTool } from '../../scripts/run-tool.ts'

export type Form = { title: string; args: string[] }

export const FORMS: Form[] = [
  { title: 'strip', args: [] },
  { title: 'strip --all', args: ['--all'] },
]

/** @throws with what the command printed, unless it ends well */
export async function stripCopy({ args }: Form): Promise<{ folder: string; remove: () => void }> {
  const copy = copyProject()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=lab', '-c', 'user.email=lab@example.com', ...words], {
      cwd: copy.folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('config', 'user.name', 'lab')
  git('config', 'user.email', 'lab@example.com')
  git('add', '-A')
  git('commit', '-q', '-m', 'The project')
  const { exitCode, output } = await runTool(['scripts/bootstrap.mjs', 'strip', ...args], {
    cwd: copy.folder,
  })
  if (exitCode === 0) return copy
  copy.remove()
  throw new Error(output)
}
