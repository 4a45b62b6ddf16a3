// A picture that will be submitted. A tap shows it as large as the window allows.

import { useEffect, useState } from 'hono/jsx/dom'
import { Icon } from './icons.tsx'
import { useModal } from './use-modal.ts'
import { useWords } from './use-words.ts'

interface ThumbnailProps {
  picture: Blob | undefined
  name: string
}

export function Thumbnail({ picture, name }: ThumbnailProps) {
  const words = useWords()
  const [url, setUrl] = useState<string | null>(null)
  const [isLarge, setLarge] = useState(false)
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <>
      <div class="thumbnail">
        <div class="thumbnail-picture">
          {url === null ? null : <img src={url} alt={`${words.picture.preview}: ${name}`} />}
        </div>
        <button
          type="button"
          class="enlarge"
          aria-label={words.picture.enlarge(name)}
          aria-haspopup="dialog"
          onClick={() => setLarge(true)}
        >
          <Icon name="enlarge" />
        </button>
      </div>
      {url !== null && isLarge ? (
        <LargePicture url={url} name={name} onClose={() => setLarge(false)} />
      ) : null}
    </>
  )
}

interface LargePictureProps {
  url: string
  name: string
  onClose: () => void
}

function LargePicture({ url, name, onClose }: LargePictureProps) {
  const words = useWords()
  const { dialog, focused } = useModal()
  return (
    <dialog
      ref={dialog}
      class="large-picture"
      aria-labelledby="large-picture-name"
      onCancel={onClose}
      // Also by a tap beside it.
      closedby="any"
    >
      <div>
        <p id="large-picture-name">{name}</p>
        <button
          type="button"
          class="header-button"
          aria-label={words.picture.close}
          ref={focused}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
        <img src={url} alt={`${words.picture.preview}: ${name}`} />
      </div>
    </dialog>
  )
}
