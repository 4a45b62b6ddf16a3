/** What the stories need from a browser. Each engine is driven by its own protocol, without a library or a patched build. */

/** Part of a page: `null` is the page itself, otherwise the title of a frame in it. */
export type Frame = string | null

export interface Browser {
  /** The name and version that it reports. */
  readonly name: string
  open(url: string): Promise<void>
  /**
   * Runs a function body in the frame, with `args`. It must return JSON or nothing.
   * @throws if the frame isn't there
   */
  run(body: string, args: readonly unknown[], frame: Frame): Promise<unknown>
  /** Clicks in the middle of the element that a function body returns. */
  press(body: string, args: readonly unknown[], frame: Frame): Promise<void>
  /** Types into the focused element. */
  type(text: string, frame: Frame): Promise<void>
  /** Starts over as a new browser, without cookies or storage. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** Says in one line why an engine can't run here. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError'
}

/** A click, in the form that WebDriver and WebDriver BiDi share. @param origin the element, as the protocol names it */
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
