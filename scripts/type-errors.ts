// Finds the type errors that an edit of a copy of the project causes. A full check takes half a minute, so this only checks
// files that can have one: edited files, files that import those, and files with an import that no longer resolves.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** What `next typegen` would generate. */
const PAGE_PROPS = 'declare type PageProps<_Route> = { params: any; searchParams: any }'
/** Shared between copies, because parsing the packages' declarations takes most of the time. */
const parsed = new Map<string, ts.SourceFile>()

/**
 * @param files all files of the copy, relative to its folder
 * @param edited the files that differ from the project's
 */
export function typeErrors(folder: string, files: string[], edited: Set<string>): string[] {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, NO_FILES, folder)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  const generated = join(folder, 'next-env.d.ts')
  host.fileExists = (file) => file === generated || fileExists(file)
  host.getSourceFile = (file, target, ...rest) => {
    if (file === generated) return ts.createSourceFile(file, PAGE_PROPS, target)
    if (!file.includes('/node_modules/')) return getSourceFile(file, target, ...rest)
    const source = parsed.get(file) ?? getSourceFile(file, target, ...rest)
    if (source) parsed.set(file, source)
    return source
  }

  const resolution = ts.createModuleResolutionCache(folder, (name) => name, options)
  const canFail = (file: string): boolean => {
    if (edited.has(file)) return true
    const path = join(folder, file)
    const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'))
    return importedFiles.some(({ fileName: name }) => {
      const { resolvedModule } = ts.resolveModuleName(name, path, options, host, resolution)
      if (resolvedModule === undefined) return !/^node:|\.(css|svg|png)$/.test(name)
      return edited.has(relative(folder, resolvedModule.resolvedFileName))
    })
  }
  const excluded: string[] = config.exclude
  const isIncluded = (file: string) => !excluded.some((path) => file.startsWith(`${path}/`))
  const included = files.filter((file) => /\.tsx?$/.test(file) && isIncluded(file))
  const checked = included.filter(canFail)
  const roots = [...included.filter((file) => file.endsWith('.d.ts')), ...checked]
  const program = ts.createProgram({
    rootNames: [generated, ...roots.map((file) => join(folder, file))],
    options: { ...options, noEmit: true, incremental: false },
    host,
  })
  return checked.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file))
    return program.getSemanticDiagnostics(source).map(({ messageText, start = 0 }) => {
      const line = source ? source.getLineAndCharacterOfPosition(start).line + 1 : 0
      return `${file}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

const NO_FILES: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] }
