// Video: the dialog with its choices, and a card that shows how far it is.

import './video.css'
import { signal } from '@preact/signals'
import type { Playground } from '../../playground.js'
import { videoOpen } from '../../session/state.js'
import type { VideoJob } from '../../video/video-job.js'
import { startVideo } from './start-video.js'
import { VideoCard } from './video-card.js'
import { VideoDialog } from './video-dialog.js'

/** The video that is being made, or the last one. */
const job = signal<VideoJob | undefined>(undefined)

export function Video({ playground }: { playground: Playground }) {
  const close = () => (videoOpen.value = false)
  return (
    <>
      {videoOpen.value && (
        <VideoDialog
          playground={playground}
          isBusy={job.value?.isRunning ?? false}
          onClose={close}
          onStart={async (settings, size, encoder) => {
            close()
            job.value?.close()
            await startVideo(playground, { settings, size, encoder }, (begun) => (job.value = begun))
          }}
        />
      )}
      {job.value && (
        <VideoCard
          job={job.value}
          onClose={() => {
            job.value?.close()
            job.value = undefined
          }}
        />
      )}
    </>
  )
}
