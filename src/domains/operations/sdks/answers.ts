// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'partner_sdk.generate': {
    output: {
      generation_id: '0199d3a2-7c00-7000-8000-b6cdcf704f31',
      status: 'completed',
      api_version: 'v2',
      branding: { name: 'Acme Pay', color: '#aa0033' },
      options: { include_types: true, include_examples: false, include_tests: false },
      modules: ['accounts', 'transfers'],
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-31T12:00:00.000Z',
      packages: [
        {
          language: 'python',
          version: '7.16.0',
          package_name: 'acme-pay-sdk',
          file_name: 'acme-pay-sdk-python-7.16.0.zip',
          sha256: '024e6dbc9cd9ff7498e91fe8acc824f7e6f4f90becc94b55f4b88041f5d23870',
          size_bytes: 14674,
          download_url:
            'https://bank.example/api/v2/partner/sdk/generations/0199d3a2-7c00-7000-8000-b6cdcf704f31/python/download?expires=1772370000&signature=01bf4d95847c61122bce6f0c28d8bbaf3c34faa205a74ffb4d03be22e3150aab',
          docs_url: 'https://bank.example/api/docs',
          files: ['README.md', 'docs/index.html'],
        },
      ],
    },
    varies: ['packages.download_url'],
  },
  'partner_sdk.list': {
    output: {
      data: [
        {
          generation_id: '0199d3a2-7c00-7000-8000-bb0ed3a13b27',
          status: 'completed',
          api_version: 'v2',
          branding: { name: 'Acme Pay', color: '#aa0033' },
          options: { include_types: true, include_examples: false, include_tests: false },
          modules: ['accounts', 'transfers'],
          created_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2026-03-31T12:00:00.000Z',
          languages: ['python'],
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'partner_sdk.get': {
    output: {
      generation_id: '0199d3a2-7c00-7000-8000-0000000000d1',
      status: 'completed',
      api_version: 'v2',
      branding: { name: 'Acme Pay', color: '#aa0033' },
      options: { include_types: true, include_examples: false, include_tests: false },
      modules: ['accounts', 'transfers'],
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-31T12:00:00.000Z',
      packages: [
        {
          language: 'python',
          version: '7.16.0',
          package_name: 'acme-pay-sdk',
          file_name: 'acme-pay-sdk-python-7.16.0.zip',
          sha256: '024e6dbc9cd9ff7498e91fe8acc824f7e6f4f90becc94b55f4b88041f5d23870',
          size_bytes: 14674,
          download_url:
            'https://bank.example/api/v2/partner/sdk/generations/0199d3a2-7c00-7000-8000-0000000000d1/python/download?expires=1772370000&signature=995646f20db253c1f3fae1569ebfbe7c122e5c338ae036bbdc19b63ee9a5dea5',
          docs_url: 'https://bank.example/api/docs',
          files: ['README.md', 'docs/index.html'],
        },
      ],
    },
    varies: ['packages.download_url'],
  },
  'partner_sdk.download': {
    output: {
      language: 'python',
      version: '7.16.0',
      package_name: 'acme-pay-sdk',
      file_name: 'acme-pay-sdk-python-7.16.0.zip',
      sha256: '024e6dbc9cd9ff7498e91fe8acc824f7e6f4f90becc94b55f4b88041f5d23870',
      size_bytes: 14674,
    },
  },
  'partner_sdk.languages': {
    output: [
      {
        language: 'typescript',
        name: 'TypeScript',
        package_manager: 'npm',
        aliases: ['javascript'],
      },
      { language: 'python', name: 'Python', package_manager: 'pip', aliases: [] },
    ],
  },
  'partner_sdk.openapi_spec': {
    output: { openapi: '3.0.0', version: '7.16.0', url: 'https://bank.example/api/openapi.json' },
  },
  'partner_sdk.status': {
    output: {
      exists: true,
      language: 'python',
      path: 'https://bank.example/api/v2/partner/sdk/generations/0199d3a2-7c00-7000-8000-f383d35a7a24/python/download?expires=1772370000&signature=7ab5012b6a21272bc29ff86159cf2fc368ddc879cd14dba871ccea8d7507e3d6',
      version: '7.16.0',
      generation_id: '0199d3a2-7c00-7000-8000-f383d35a7a24',
    },
    varies: ['path'],
  },
}
