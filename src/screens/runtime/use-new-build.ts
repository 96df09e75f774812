import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { appShellIntervalMs } from '../../../contract/limits.ts'
import { hasNewBuild } from '../../lib/new-build.ts'
import { useUploads } from '../../stores/uploads.ts'

/** Asks once an hour whether there is a new build (spec §9); then the next change of page fetches it. */
export function useNewBuild(router: AnyRouter): void {
  useEffect(() => {
    let isNew = false
    const hourly = setInterval(async () => {
      isNew ||= await hasNewBuild()
    }, appShellIntervalMs)
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (isNew && pathChanged && !isBusy()) location.assign(toLocation.href)
    })
    return () => {
      clearInterval(hourly)
      stop()
    }
  }, [router])
}

/** Whether a new page would end what goes on across pages: a file on its way, a sound or a film. */
const isBusy = (): boolean =>
  useUploads.getState().items.some((it) => it.state === 'waiting' || it.state === 'sending') ||
  [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some((it) => !it.paused)
