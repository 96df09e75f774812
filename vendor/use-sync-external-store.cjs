/** React's own hook. The library's shim, which TanStack Store still asks for, does the same for React before 18. */
exports.useSyncExternalStore = require('react').useSyncExternalStore
