// The first call as a request, and how a sample of each language is run.
import type { Language, SampleRequest } from '../../reference/samples.ts'

export const firstCall = (url: string): SampleRequest => ({
  method: 'POST',
  url: `${url}/api/v2/accounts`,
  headers: {
    Authorization: { variable: 'FLORIN_TOKEN', before: 'Bearer ' },
    'Content-Type': 'application/json',
  },
  body: '{"name":"First account"}',
})

export const RUNS: Readonly<Record<Language, string>> = {
  curl: 'Paste both into a shell.',
  typescript: 'Save it as call.ts and run: node call.ts (Node 24 or newer).',
  python: 'Save it as call.py and run: python3 call.py.',
  java: 'Save it as Call.java and run: java Call.java (Java 11 or newer).',
  php: 'Save it as call.php and run: php call.php.',
  go: 'Save it as call.go and run: go run call.go.',
  csharp: 'Make a project by dotnet new console, put it into Program.cs, and run: dotnet run.',
}
