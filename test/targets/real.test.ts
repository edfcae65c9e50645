import { startRealTarget } from './real-target.ts';
import { describeTarget } from './suite.ts';

describeTarget({
  name: 'the real service',
  start: startRealTarget,
  never: {
    'getLiveness 500 internal_error': 'it does nothing that could fail',
    'getLiveness 503 overloaded': 'it looks at nothing but the process',
    'getLiveness 503 shutting_down': 'it looks at nothing but the process',
    'getReadiness 500 internal_error': 'whatever fails there is a reason for 503',
    'getOpenApiDocument 500 internal_error': 'the document is in memory',
    'getOpenApiDocument 503 overloaded': 'the document is in memory',
    'getOpenApiDocument 503 shutting_down': 'the document is in memory',
    'getDocs 500 internal_error': 'the page is in memory',
    'getDocs 503 overloaded': 'the page is in memory',
    'getDocs 503 shutting_down': 'the page is in memory',
    'getClientPackage 500 internal_error': 'the package is in memory',
    'getClientPackage 503 overloaded': 'the package is in memory',
    'getClientPackage 503 shutting_down': 'the package is in memory',
    'getDocsIndex 500 internal_error': 'the text is in memory',
    'getDocsIndex 503 overloaded': 'the text is in memory',
    'getDocsIndex 503 shutting_down': 'the text is in memory',
    'getGuide 500 internal_error': 'the text is in memory',
    'getGuide 503 overloaded': 'the text is in memory',
    'getGuide 503 shutting_down': 'the text is in memory',
    'getProblemDocs 500 internal_error': 'the codes are in memory',
    'getProblemDocs 503 overloaded': 'the codes are in memory',
    'getProblemDocs 503 shutting_down': 'the codes are in memory',
  },
  lacks: {},
  isReal: true,
});
