/**
 * The rules of the contracts that no built-in and no configurable rule of the linter can say. redocly.yaml
 * and dashboard.yaml turn them on and give them their lists; each is proven by a planted fault in test/contract/rules.test.ts.
 * Before them, the standards complete what operations say.
 */
import { headersShowWhatTheyAllow, propertiesHaveAnExample } from './examples.ts';
import { extensionsAreMarked } from './extensions.ts';
import { referencesArePlain, schemaNamesArePascalCase } from './names.ts';
import { openSetsAreStrings } from './open-sets.ts';
import { refusalsAreProblems } from './problems.ts';
import { rolesSayWhoMayCall } from './roles.ts';
import { securityNamesOneScope } from './security.ts';
import {
  requestsAreClosed,
  responsesCanGrow,
  schemasAreDescribed,
  sidesShareNoSchema,
} from './sides.ts';
import { dashboardStandards, developerStandards, operatorStandards } from './standards.ts';
import { integersHaveAWidth, schemasHaveAType } from './types.ts';
import { unionsAreSafe } from './unions.ts';

export default function contractRules() {
  return {
    id: 'contract',
    preprocessors: {
      oas3: {
        'developer-standards': developerStandards,
        'dashboard-standards': dashboardStandards,
        'operator-standards': operatorStandards,
      },
    },
    rules: {
      oas3: {
        'extensions-are-marked': extensionsAreMarked,
        'headers-show-what-they-allow': headersShowWhatTheyAllow,
        'integers-have-a-width': integersHaveAWidth,
        'open-sets-are-strings': openSetsAreStrings,
        'properties-have-an-example': propertiesHaveAnExample,
        'references-are-plain': referencesArePlain,
        'refusals-are-problems': refusalsAreProblems,
        'requests-are-closed': requestsAreClosed,
        'responses-can-grow': responsesCanGrow,
        'roles-say-who-may-call': rolesSayWhoMayCall,
        'schema-names-are-pascal-case': schemaNamesArePascalCase,
        'schemas-are-described': schemasAreDescribed,
        'schemas-have-a-type': schemasHaveAType,
        'security-names-one-scope': securityNamesOneScope,
        'sides-share-no-schema': sidesShareNoSchema,
        'unions-are-safe': unionsAreSafe,
      },
    },
  };
}
