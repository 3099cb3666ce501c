// Turns file system errors of the data folder into one sentence for the operator at the terminal.
import { StartError } from '../start-error.ts'

export { StartError }

export function readErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function explainDataDirError(dataDir: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(describeDataDirError(dataDir, error), { cause: error })
}

export function describeFullDisk(dataDir: string): string {
  return `There is no space left on the disk of the data folder ${dataDir}; free some space and start Florin again.`
}

function describeDataDirError(dataDir: string, error: unknown): string {
  switch (readErrorCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${dataDir} cannot be made because a file is in its place; move that file away or set DATA_DIR to another folder.`
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${dataDir} cannot be read and written by the user that runs Florin (uid ${process.getuid?.()}); give that user access or set DATA_DIR to another folder.`
    case 'EROFS':
      return `The data folder ${dataDir} is on a read-only file system; set DATA_DIR to a folder that can be written.`
    case 'ENOSPC':
    case 'EDQUOT':
      return describeFullDisk(dataDir)
    default: {
      const cause = error instanceof Error ? error.message : String(error)
      return `The data folder ${dataDir} cannot be used (${cause}); repair it or set DATA_DIR to another folder.`
    }
  }
}
