// Checks the types of a copy of the project.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool, type ToolResult } from './run-tool.ts'

/** Stands in for the declarations that `next typegen` would take seconds to write. */
const PAGE_PROPS = `/// <reference types="next" />
declare type PageProps<_Route> = { params: any; searchParams: any }
`

/** @returns no output if there are no type errors */
export function checkTypes(folder: string): Promise<ToolResult> {
  writeFileSync(join(folder, 'next-env.d.ts'), PAGE_PROPS)
  const tsc = 'node_modules/typescript/bin/tsc'
  return runTool([tsc, '--noEmit', '--incremental', 'false', '--pretty', 'false'], { cwd: folder })
}
