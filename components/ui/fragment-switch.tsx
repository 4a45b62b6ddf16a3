import { type ReactNode, useId } from 'react'

interface FragmentSwitchProps {
  nonce: string | undefined
  /** Undefined until the page has hydrated and looked. */
  hasFragment: boolean | undefined
  withFragment: ReactNode
  withoutFragment: ReactNode
}

/**
 * What a page shows may depend on the part of its address after the number sign, which the server never sees. So it sends both,
 * and a line of script picks one before anything is painted. Without script it's the one with a fragment.
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
        // Unlike any other inline script, an asynchronous module doesn't wait for the styles, and nothing waits for it.
        <script type="module" async nonce={nonce} suppressHydrationWarning>
          {`if (location.hash.length < 2) document.getElementById('${id}').dataset.missing = ''`}
        </script>
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
    </div>
  )
}
