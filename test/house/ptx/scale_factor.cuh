#pragma once

inline constexpr float scale_factor = 3.0f;
