import { useMutation } from '@tanstack/react-query'
import { type Trace, tracePath } from '../../contract/traces.ts'
import { sendFile } from './send-file.ts'

/** Asks whose copy a file is. */
export const useTraceFile = () =>
  useMutation({
    mutationFn: (file: File) => {
      // A HEIC has no type in browsers that do not show it.
      const type = /^(image|video)\//.test(file.type) ? file.type : 'image/heic'
      return sendFile<Trace>(tracePath, file, { method: 'POST', type })
    },
    meta: { shown: true },
  })
