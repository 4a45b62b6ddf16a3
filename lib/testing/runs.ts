/** How many cases a property is tried with: the usual number in every run, another when the variable is set. */
export const runs = (variable: 'HISTORIES' | 'FUZZ_CASES', usual: number): number =>
  Number(process.env[variable] ?? usual)
