/** Checks that the drill leaves alone, each with its reason. A row that matches nothing is an error. */
export const leftOut: { file: RegExp; text: RegExp; reason: string }[] = [
  {
    file: /^(?:api|contract)\//,
    text: /^[\w.?[\]]+ === (?:undefined|null)$/,
    reason:
      'nothing was found: the condition that did not find it is a check of its own, and without a row nothing follows',
  },
  {
    file: /wallet\/check-statements|account\/(?:personal-data|erasure)|analytics\/visits/,
    text: /./,
    reason: 'it compares, deletes or counts rows for no caller, and other tests hold what it finds',
  },
  {
    file: /^api\/platform\/(?:jobs|mail|retention|backup|media|db\/(?:lock|migrate|pages|pool|search))/,
    text: /./,
    reason: 'it is about files, mails and jobs, whoever they belong to',
  },
]
