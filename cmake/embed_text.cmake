# Writes OUTPUT, a C++ source that defines SPACE::NAME as a std::string_view of the file TEXT.
file(READ ${TEXT} text)
file(WRITE ${OUTPUT} "#include <string_view>

namespace ${SPACE} {
extern const std::string_view ${NAME};
const std::string_view ${NAME} = R\"text(${text})text\";
}  // namespace ${SPACE}
")
