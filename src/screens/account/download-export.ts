import { saveAnswer } from '../../lib/save-answer.ts'

/** Fetches the archive of everything and hands it to the browser as a file; a refusal is thrown. */
export const downloadExport = (): Promise<void> => saveAnswer('/api/account/export', 'fanfare.zip')
