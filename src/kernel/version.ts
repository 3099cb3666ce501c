// The version that the machine-readable description states; package.json repeats it for npm.
export const VERSION = '7.16.0'
