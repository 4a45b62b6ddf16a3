// A referenceId can name its inquiry's outcome, so a scenario needs neither a person nor the control API.
// `…sandbox:NEEDS_REVIEW` is decided when the customer submits; `…sandbox-auto:FAILED` completes automatically.
const MAGIC_REFERENCE = /(?:^|[._:@/-])sandbox(-auto)?:([A-Z][A-Z0-9_]{0,63})$/

/** The outcome that a referenceId asks for; null if it isn't magic. */
export function magicOutcome(referenceId: string | null): string | null {
  return MAGIC_REFERENCE.exec(referenceId ?? '')?.[2] ?? null
}

/** Whether the inquiry completes automatically as soon as it's opened. */
export function isAutomatic(referenceId: string | null): boolean {
  return MAGIC_REFERENCE.exec(referenceId ?? '')?.[1] !== undefined
}
