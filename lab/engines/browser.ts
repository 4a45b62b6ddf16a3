/** What the stories need of a browser. Each engine is driven by its own protocol, without a library or a patched build. */

/** Part of a page: `null` is the page itself, otherwise the title of a frame in it. */
export type Frame = string | null

export interface Browser {
  /** As it calls itself, with its version. */
  readonly name: string
  open(url: string): Promise<void>
  /**
   * Runs a function body there, with `args`. What it returns must be JSON, or nothing.
   * @throws if the frame isn't there
   */
  run(body: string, args: readonly unknown[], frame: Frame): Promise<unknown>
  /** Presses the pointer in the middle of the element that a function body returns, as a hand would. */
  press(body: string, args: readonly unknown[], frame: Frame): Promise<void>
  /** Types into what has the focus. */
  type(text: string, frame: Frame): Promise<void>
  /** Forgets who was here, as a new browser. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** Why an engine can't be tried here, in one line. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError'
}

/** As WebDriver and WebDriver BiDi both have it. @param origin the element, in the protocol's own form */
export function pressing(origin: object): object {
  return {
    type: 'pointer',
    id: 'hand',
    actions: [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  }
}

export function typing(text: string): object {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return { type: 'key', id: 'keys', actions }
}
