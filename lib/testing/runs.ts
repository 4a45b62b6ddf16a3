/** The number of cases for a property test, unless the environment variable sets another. */
export const runs = (variable: 'HISTORIES' | 'FUZZ_CASES', usual: number): number =>
  Number(process.env[variable] ?? usual)
