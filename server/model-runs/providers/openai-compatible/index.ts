export { GENERIC, PRESET_NAMES, PRESETS, type Preset, type PresetName } from './presets.ts';
export { createOpenAiCompatibleProvider, type OpenAiCompatibleOptions } from './provider.ts';
export { settingsIn, type WireForm, type WireSettings, wireFormMembers } from './wire-form.ts';
