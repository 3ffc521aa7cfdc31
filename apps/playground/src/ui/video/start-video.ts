// Begins a video of the present run. The run pauses until it is made: both would share the processor, and nothing is missed.

import type { Playground } from '../../playground.js'
import { marks } from '../../session/instruments.js'
import * as state from '../../session/state.js'
import type { Look } from '../../video/film-view.js'
import type { VideoTask } from '../../video/make-video.js'
import { copyRun } from '../../video/run-copy.js'
import { VideoJob } from '../../video/video-job.js'
import { kindOf } from '../../view/kind-of-view.js'
import { saveFile, sceneStem } from '../take-away/save-file.js'

/** Makes the video and gives the file to the person. `begun` receives the job before its first frame. */
export async function startVideo(
  playground: Playground,
  asked: Pick<VideoTask, 'settings' | 'size' | 'encoder'>,
  begun: (job: VideoJob) => void,
): Promise<void> {
  const { session } = playground
  const resume = pause(playground)
  try {
    const look = lookOf(playground)
    const stem = sceneStem()
    const copy = await copyRun(session, asked.settings.from)
    if (!copy) return
    const job = new VideoJob({ ...asked, ...copy, look, stem })
    begun(job)
    await job.run()
    const { result } = job
    if (result.value) saveFile(result.value.name, result.value.file)
  } finally {
    resume()
  }
}

/** Pauses the run. Returns a function that lets it go on, unless the person has started it, or opened another, in the meantime. */
function pause({ session }: Playground): () => void {
  const opening = state.openings.value
  let mayResume = state.running.value
  session.setRunning(false)
  const end = state.running.subscribe((running) => {
    if (running) mayResume = false
  })
  return () => {
    end()
    if (mayResume && state.openings.value === opening) session.setRunning(true)
  }
}

/** The look of the page. */
function lookOf({ view }: Playground): Look {
  const [pose, fitting] = [view?.camera, view?.fittingPose]
  return {
    kind: kindOf(view) ?? state.viewChoice,
    display: state.display.value,
    surface: state.surfaceDisplay.value,
    heightScale: state.heightScale.value,
    marks: marks.value,
    camera: pose && fitting && { pose, fitting },
    followed: state.followed.value,
    background: getComputedStyle(document.body).backgroundColor,
  }
}
