// The camera's live picture, with a guide frame. The camera turns off when this component unmounts.

import { useEffect, useRef, useState } from 'hono/jsx/dom'
import type { ArtifactType } from '../../state/entities.ts'
import { useWords } from './screen.tsx'

const JPEG_QUALITY = 0.92

interface CameraProps {
  type: ArtifactType
  onPicture: (picture: Blob) => void
  onProblem: () => void
  onBack: () => void
}

export function Camera({ type, onPicture, onProblem, onBack }: CameraProps) {
  const words = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [live, setLive] = useState(false)

  useEffect(() => {
    let stream: MediaStream | null = null
    let left = false
    const show = (started: MediaStream) => {
      if (left || !video.current) return stopCamera(started)
      stream = started
      video.current.srcObject = started
    }
    startCamera(type).then(show, () => left || onProblem())
    return () => {
      left = true
      if (stream) stopCamera(stream)
    }
  }, [])

  async function capture() {
    const picture = video.current && (await drawFrame(video.current))
    if (picture) onPicture(picture)
    else onProblem()
  }

  return (
    <>
      <div class={`camera ${type}`}>
        <video
          ref={video}
          autoplay
          playsinline
          muted
          aria-label={words.picture.cameraPicture}
          onPlaying={() => setLive(true)}
        />
      </div>
      <p role="status" class="hint">
        {live ? '' : words.picture.cameraStarting}
      </p>
      <div class="actions">
        <button type="button" class="secondary row" onClick={onBack}>
          {words.back}
        </button>
        <button type="button" class="primary row" disabled={!live} onClick={capture}>
          {words.picture.capture}
        </button>
      </div>
    </>
  )
}

/** Fails if the customer or the merchant's page denies access, if there is no camera, or outside a secure context. */
async function startCamera(type: ArtifactType): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: type === 'selfie' ? 'user' : 'environment',
      width: { ideal: 1920 },
      height: { ideal: 1080 },
    },
  })
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}
