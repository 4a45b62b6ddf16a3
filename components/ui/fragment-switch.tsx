import { type ReactNode, useId } from 'react'

interface FragmentSwitchProps {
  nonce: string | undefined
  /** Undefined until the page has hydrated and read its URL. */
  hasFragment: boolean | undefined
  withFragment: ReactNode
  withoutFragment: ReactNode
}

/**
 * For a page that depends on its URL's fragment, which the server never sees. The server sends both versions, and a line of
 * script picks one before anything is painted. Without JavaScript, the version with a fragment shows.
 */
export function FragmentSwitch({
  nonce,
  hasFragment,
  withFragment,
  withoutFragment,
}: FragmentSwitchProps) {
  const id = useId()
  const isOpen = hasFragment === undefined
  return (
    <div id={id} className={isOpen ? 'group/fragment' : undefined} suppressHydrationWarning>
      {isOpen && (
        <>
          {/* Nothing is painted before both versions are parsed and the script has picked one. */}
          <link rel="expect" href={`#${id}end`} blocking="render" />
          <script nonce={nonce} suppressHydrationWarning>
            {`if (location.hash.length < 2) document.getElementById('${id}').dataset.missing = ''`}
          </script>
        </>
      )}
      {hasFragment !== false && (
        <div className={isOpen ? 'group-data-missing/fragment:hidden' : undefined}>
          {withFragment}
        </div>
      )}
      {hasFragment !== true && (
        <div className={isOpen ? 'hidden group-data-missing/fragment:block' : undefined}>
          {withoutFragment}
        </div>
      )}
      {isOpen && <span id={`${id}end`} hidden />}
    </div>
  )
}
