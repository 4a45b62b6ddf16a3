// The flow's first screen in the portal's brand page, from the flow's own parts. The page around it sends what to show.
import { render, useEffect, useRef, useState } from 'hono/jsx/dom'
import type { FlowState } from '../flow-protocol.ts'
import { wearBrand } from './brand.ts'
import { ConsentScreen } from './consent-screen.tsx'
import { FlowFooter, FlowHeader } from './frame.tsx'
import { Progress } from './progress.tsx'
import { useWords } from './use-words.ts'

const nothing = () => undefined

function ConsentPreview() {
  const words = useWords()
  const [state, setState] = useState<FlowState | null>(null)
  useEffect(() => {
    addEventListener('message', ({ source, origin, data }: MessageEvent<FlowState>) => {
      if (source !== parent || origin !== location.origin) return
      wearBrand(data.brand)
      setState(data)
    })
    parent.postMessage('preview-ready', location.origin)
  }, [])
  // The frame is as high as its content, which a long name, another step or a narrower window changes.
  const content = useRef<HTMLDivElement>(null)
  const isShown = state !== null
  useEffect(() => {
    if (!content.current) return
    const observer = new ResizeObserver(([entry]) => {
      const previewHeight = entry?.borderBoxSize[0]?.blockSize
      parent.postMessage({ previewHeight }, location.origin)
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [isShown])
  if (!state) return null
  return (
    <div class="flow flow-preview" ref={content}>
      <FlowHeader
        name={state.merchantName}
        logo={state.brand?.logo ?? null}
        language="en"
        onLanguage={nothing}
        onBack={null}
        onCancel={nothing}
      />
      <main>
        {/* Consent before the steps, and the review after them. */}
        <Progress position={1} total={state.steps.length + 2} name={words.steps.CONSENT} />
        <ConsentScreen state={state} onAgree={nothing} onNotNow={nothing} />
      </main>
      <FlowFooter serviceName={state.serviceName} />
    </div>
  )
}

const look = new URLSearchParams(location.search).get('look')
if (look === 'light' || look === 'dark') document.documentElement.style.colorScheme = look
const root = document.getElementById('flow')
if (root) render(<ConsentPreview />, root)
